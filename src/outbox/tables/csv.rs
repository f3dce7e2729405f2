//! Tables as CSV files that spreadsheets open without an import dialogue.

/// The byte order mark by which spreadsheets recognise UTF-8.
const BOM: &str = "\u{feff}";
/// Characters at the beginning of a cell that make spreadsheets read it as a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Writes rows according to RFC 4180. A cell that a spreadsheet would read as a formula gets an apostrophe before it,
/// as OWASP recommends, so that it stays text; a plain number with a sign stays a number.
pub(super) fn write(rows: &[Vec<String>]) -> Vec<u8> {
    let mut out = BOM.to_owned();
    for row in rows {
        let cells: Vec<_> = row.iter().map(|cell| quoted(&neutral(cell))).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out.into_bytes()
}

fn neutral(cell: &str) -> String {
    let may_calculate = cell.trim_start_matches(' ').starts_with(FORMULA) && !is_plain_number(cell);
    if may_calculate { format!("'{cell}") } else { cell.to_owned() }
}

/// Returns whether a cell is a sign and digits, perhaps with marks between them: `-1,234.5`, `+7`.
fn is_plain_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let is_mark = |c: char| c == '.' || c == ',';
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || is_mark(c))
}

/// Returns a cell in quotation marks if it needs them.
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', ';', '\n', '\r', '\t']) || cell.starts_with(' ') || cell.ends_with(' ') {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_are_text() {
        let rows = [
            vec!["Name", "Sum", "a, b", "say \"yes\""],
            vec!["=1+1", "+cmd|'/C calc'!A0", "-2+3", "@SUM(A1)"],
            vec!["-5", "+1,234.50", " =1", "--5"],
            vec!["", "東京", "a;b", "'"],
        ];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        let written = String::from_utf8(write(&rows)).unwrap();
        let lines = written.strip_prefix('\u{feff}').unwrap().replace("\r\n", "\n");
        insta::assert_snapshot!(lines, @r#"
        Name,Sum,"a, b","say ""yes"""
        '=1+1,'+cmd|'/C calc'!A0,'-2+3,'@SUM(A1)
        -5,"+1,234.50",' =1,'--5
        ,東京,"a;b",'
        "#);
    }
}
