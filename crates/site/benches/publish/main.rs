//! The cost of publishing a large site: 1,000 pages and 5,000 pictures, for the first time, and after a change of one
//! page.

use std::{
    fs,
    io::{self, Write},
    time::Instant,
};

use adjutant_site::{
    Mode, Page, Picture, PictureFile, PictureFormat, Rendered, Section, Site, Slug, Variant, preview_path,
    publish, render, templates,
};
use serde_json::{Map, Value, json};

const PAGES: usize = 1_000;
const PICTURES_PER_PAGE: usize = 5;
/// Three widths in two formats.
const WIDTHS: [u32; 3] = [480, 960, 1_600];
/// The size of a picture's file, in bytes.
const PICTURE_SIZE: usize = 20_000;

fn main() -> io::Result<()> {
    let root = tempfile::tempdir()?;
    let mut site = site();
    let sources = tempfile::tempdir()?;
    for file in
        site.pictures.iter().flat_map(|picture| &picture.variants).map(|variant| variant.file.as_str())
    {
        fs::write(sources.path().join(file), file.bytes().cycle().take(PICTURE_SIZE).collect::<Vec<_>>())?;
    }
    let read = |file: &PictureFile| Ok(sources.path().join(file.as_str()));
    let go = |what: &str, site: &Site| -> io::Result<()> {
        let started = Instant::now();
        let rendered: Rendered = render(site, Mode::Published);
        let rendering = started.elapsed();
        let published = publish(root.path(), &rendered, &read).map_err(io::Error::other)?;
        writeln!(
            io::stdout(),
            "{what}: {:.2} s, of which rendering {:.2} s; {} files written, {} unchanged",
            started.elapsed().as_secs_f64(),
            rendering.as_secs_f64(),
            published.written,
            published.unchanged
        )
    };
    go("from nothing", &site)?;
    for round in 0..6 {
        let page = &mut site.pages[500];
        page.sections[0].content.insert("heading".to_owned(), format!("Changed {round}").into());
        go("one page changed", &site)?;
    }
    let started = Instant::now();
    let path = site.pages[500].path();
    let one = preview_path(templates(), &site, &path);
    let (time, files) = (started.elapsed().as_secs_f64() * 1_000.0, one.files.len());
    writeln!(io::stdout(), "preview of one page: {time:.1} ms, {files} files")
}

fn site() -> Site {
    let slug = |number: usize| Slug::from_title(&format!("Page {number}"));
    let picture = |page: usize, number: usize| format!("p{page}-{number}");
    let pages = (0..PAGES).map(|number| Page {
        slug: slug(number),
        title: format!("Page {number}"),
        description: Some("A page of a large site".to_owned()),
        home: number == 0,
        sections: vec![
            section("hero", json!({ "heading": format!("Page {number}"), "image": picture(number, 0) })),
            section("text", json!({ "body": format!("[Next](/{})\n\n{}", slug((number + 1) % PAGES), "Some **words** here. ".repeat(200)) })),
            section("gallery", json!({ "images": (1..PICTURES_PER_PAGE).map(|at| json!({ "image": picture(number, at) })).collect::<Vec<_>>() })),
        ],
    });
    let pictures = (0..PAGES * PICTURES_PER_PAGE).map(|number| {
        let id = picture(number / PICTURES_PER_PAGE, number % PICTURES_PER_PAGE);
        let variants = WIDTHS.iter().flat_map(|width| {
            [PictureFormat::WebP, PictureFormat::Jpeg].map(|format| Variant {
                width: *width,
                height: width / 2,
                file: PictureFile::parse(&format!("{id}-{width}.{}", format.extension())).expect("a name"),
                format,
            })
        });
        Picture {
            variants: variants.collect(),
            alt: format!("Picture {number}"),
            caption: None,
            credit: None,
            id,
        }
    });
    Site {
        title: "A large site".to_owned(),
        base_url: "https://site.example/".parse().ok(),
        pages: pages.collect(),
        pictures: pictures.collect(),
        ..Site::default()
    }
}

fn section(template: &str, content: Value) -> Section {
    let content = content.as_object().cloned().unwrap_or_else(Map::new);
    Section { id: template.to_owned(), template: template.to_owned(), content }
}
