use tiny_skia::Pixmap;

use super::*;

fn sheet(rows: &[&[&str]]) -> Sheet {
    let rows: Vec<Vec<_>> =
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    Sheet { columns: vec![None; rows[0].len()], rows }
}

/// Draws a table. Returns the picture's width and height, and whether it shows everything.
fn drawn(sheet: &Sheet) -> (u32, u32, bool) {
    let drawn = sheet.draw().unwrap();
    let picture = Pixmap::decode_png(&drawn.png).unwrap();
    (picture.width(), picture.height(), drawn.is_whole)
}

fn trains() -> Sheet {
    sheet(&[
        &["Train", "Remarks", "Price"],
        &["IC 5", "Runs from Monday to Friday, with a restaurant and a quiet coach", "1,204.50 €"],
        &["RE 17", "Bicycles need a ticket of their own", "−8 €"],
        &["S 1", "", ""],
    ])
}

#[test]
fn cells_are_wrapped_and_numbers_stand_to_the_right() {
    let sheet = trains();
    let layout = Layout::of(&sheet, &sheet.rows, 30.0).unwrap();
    let rows: Vec<_> = layout.rows.iter().map(|row| format!("{row:?}")).collect();
    insta::assert_snapshot!(rows.join("\n"), @r#"
    [["Train"], ["Remarks"], ["Price"]]
    [["IC 5"], ["Runs from Monday to Friday, with a restaurant and a", "quiet coach"], ["1,204.50 €"]]
    [["RE 17"], ["Bicycles need a ticket of their own"], ["−8 €"]]
    [["S 1"], [""], [""]]
    "#);
    let aligned: Vec<_> = layout.columns.iter().map(|(_, align)| *align).collect();
    assert_eq!(aligned, [Align::Left, Align::Left, Align::Right]);
    insta::assert_snapshot!(format!("{:?}", drawn(&sheet)), @"(1200, 365, true)");
}

#[test]
fn the_head_and_every_second_row_are_shaded() {
    let picture = Pixmap::decode_png(&trains().draw().unwrap().png).unwrap();
    let at_the_edge = |y: u32| {
        let pixel = picture.pixel(MARGIN as u32 + 2, y).unwrap();
        (pixel.red(), pixel.green(), pixel.blue())
    };
    let mut bands: Vec<_> = (0..picture.height()).map(at_the_edge).collect();
    bands.dedup();
    insta::assert_snapshot!(format!("{bands:?}"), @"[(255, 255, 255), (228, 233, 238), (120, 128, 136), (255, 255, 255), (245, 247, 249), (255, 255, 255)]");
}

#[test]
fn a_column_is_aligned_as_the_table_says() {
    let mut sheet = trains();
    sheet.columns = vec![Some(Align::Middle), None, Some(Align::Left)];
    assert_eq!([0, 1, 2].map(|column| sheet.align(column)), [Align::Middle, Align::Left, Align::Left]);
}

#[test]
fn many_columns_are_written_smaller() {
    let columns = |count: usize| {
        let names: Vec<_> = (0..count).map(|column| format!("Column{column:02}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        sheet(&[&names, &vec!["1"; count]])
    };
    let size = |count| {
        let sheet = columns(count);
        SIZES.into_iter().find(|size| Layout::of(&sheet, &sheet.rows, *size).is_some())
    };
    assert_eq!([4, 7, 8, 9, 10].map(size), [Some(30.0), Some(26.0), Some(22.0), None, None]);
    assert_eq!(columns(12).draw(), Err(SheetRefusal::Wide(12)));
    assert_eq!(columns(13).draw(), Err(SheetRefusal::Wide(13)));
}

#[test]
fn what_has_no_room_is_not_shown_and_said_to_be_missing() {
    let long = "word ".repeat(300);
    assert!(!drawn(&sheet(&[&["a", "b"], &["1", &long]])).2);
    let rows = vec![["left", "right"].as_slice(); 500];
    let (_, height, is_whole) = drawn(&sheet(&rows));
    assert!(!is_whole && height <= MAX_SHEET_HEIGHT && height > MAX_SHEET_HEIGHT - 200, "{height}");
    let largest = sheet(&vec![[long.as_str(); 5].as_slice(); 500]);
    assert!(drawn(&largest).1 <= MAX_SHEET_HEIGHT);
    assert!(drawn(&sheet(&[&["x", &"W".repeat(400)], &["1", "2"]])).0 <= WIDTH);
}

#[test]
fn letters_that_cannot_be_drawn_are_refused() {
    for (text, letter) in [("東京", '東'), ("done ✅", '✅'), ("שלום", 'ש'), ("नमस्ते", 'न'), ("สวัสดี", 'ส')]
    {
        assert_eq!(sheet(&[&["a", text]]).draw(), Err(SheetRefusal::Letter(letter)));
    }
    assert!(sheet(&[&["Αθήνα", "Київ, Đà Nẵng"]]).draw().is_ok());
    assert_eq!(Sheet { columns: Vec::new(), rows: Vec::new() }.draw(), Err(SheetRefusal::Empty));
}
