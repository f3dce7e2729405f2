//! Wide tables of an answer as pictures or files below it, if its person wants that. They are made before the
//! transaction that stores the answer, and stored in it as further messages. So a crash loses neither a table nor the
//! reference to it, and repeats none.

mod csv;

use std::ops::Range;

use adjutant_channel::{
    AttachmentKind, Content, Media, Rich,
    rich::{self, Alignment, Table},
};
use adjutant_charts::{Align, Sheet};
use adjutant_domain::{ids::UserId, table_form::TableForm};
use adjutant_texts::tables::{self as texts, Below};
use anyhow::{Result, ensure};

use super::keep_file;
use crate::core::Core;

/// The most tables of an answer that become files. Further ones stay in the text as columns.
const MOST: usize = 4;

/// An answer without its wide tables.
#[derive(Clone, Debug)]
pub(super) struct TakenOut {
    /// The answer's Markdown, with a reference in place of each table.
    pub(super) markdown: String,
    /// The messages below it.
    pub(super) files: Vec<Content>,
}

/// Takes the wide tables out of a text, and writes them to files beside the person's files, whose names begin with
/// `name`. Returns `None` if there are no wide tables, or the person wants them in the text.
///
/// # Errors
/// Returns an error if a table is larger than the channel takes (`most` bytes), or the disk refuses.
pub(super) async fn take_out(
    core: &Core,
    (user, name): (&UserId, &str),
    markdown: &str,
    form: TableForm,
    most: u64,
) -> Result<Option<TakenOut>> {
    if form == TableForm::Text {
        return Ok(None);
    }
    let tables = rich::tables(markdown).into_iter().filter(|(_, table)| table.is_wide());
    let tables: Vec<_> = tables.take(MOST).collect();
    if tables.is_empty() {
        return Ok(None);
    }
    let made =
        move || tables.into_iter().map(|(place, table)| (place, make(&table, form))).collect::<Vec<_>>();
    let made = tokio::task::spawn_blocking(made).await?;
    let (mut taken, mut places) = (TakenOut { markdown: markdown.to_owned(), files: Vec::new() }, Vec::new());
    for (number, (place, made)) in (1..).zip(made) {
        places.push((place, texts::in_place(number, made.below())));
        for (kind, ending, bytes) in made.files() {
            ensure!(
                bytes.len() as u64 <= most,
                "a table has {} bytes, and the chat takes {most}",
                bytes.len()
            );
            let path = keep_file(core, user, format!("{name}-table-{number}.{ending}"), bytes).await?;
            let media = Media { kind, path, name: format!("table-{number}.{ending}"), size: None };
            let body = Rich::plain(texts::title(number));
            taken.files.push(Content { media: Some(media), ..Content::text(body) });
        }
    }
    for (place, reference) in places.into_iter().rev() {
        replace(&mut taken.markdown, place, &reference);
    }
    Ok(Some(taken))
}

/// Replaces a table by a reference, as a paragraph of its own.
fn replace(markdown: &mut String, place: Range<usize>, reference: &str) {
    // The text after the table could continue the paragraph. In a list or quotation, the next line continues the
    // container.
    let is_outermost = markdown[..place.start].is_empty() || markdown[..place.start].ends_with('\n');
    let end = if is_outermost { "\n\n" } else { "\n" };
    markdown.replace_range(place, &format!("{reference}{end}"));
}

/// A table as files.
struct Made {
    picture: Option<Vec<u8>>,
    csv: Option<Vec<u8>>,
}

impl Made {
    fn below(&self) -> Below {
        match (&self.picture, &self.csv) {
            (Some(_), None) => Below::Picture,
            (Some(_), Some(_)) => Below::PictureAndFile,
            (None, _) => Below::File,
        }
    }

    /// Returns the files: the kind of attachment, the extension, and the bytes.
    fn files(self) -> impl Iterator<Item = (AttachmentKind, &'static str, Vec<u8>)> {
        let picture = self.picture.map(|bytes| (AttachmentKind::Photo, "png", bytes));
        let csv = self.csv.map(|bytes| (AttachmentKind::File, "csv", bytes));
        picture.into_iter().chain(csv)
    }
}

/// Makes the files for a table: a picture, with a CSV file if the picture cannot show all of it, or the CSV file alone.
fn make(table: &Table, form: TableForm) -> Made {
    let drawn = match form {
        TableForm::Picture => sheet(table).draw().inspect_err(|refusal| {
            tracing::debug!(%refusal, "a table is sent as a file");
        }),
        TableForm::Text | TableForm::File => {
            return Made { picture: None, csv: Some(csv::write(&table.rows)) };
        }
    };
    match drawn {
        Ok(drawn) if drawn.is_whole => Made { picture: Some(drawn.png), csv: None },
        drawn => Made { picture: drawn.ok().map(|drawn| drawn.png), csv: Some(csv::write(&table.rows)) },
    }
}

fn sheet(table: &Table) -> Sheet {
    let align = |alignment: &Alignment| match alignment {
        Alignment::None => None,
        Alignment::Left => Some(Align::Left),
        Alignment::Center => Some(Align::Middle),
        Alignment::Right => Some(Align::Right),
    };
    Sheet { columns: table.alignments.iter().map(align).collect(), rows: table.rows.clone() }
}

#[cfg(test)]
mod tests;
