//! Any series of changes of a site can be undone, one after another, and made again.

use std::collections::HashSet;

use proptest::{prelude::*, test_runner::TestRunner};

use adjutant_domain::site::PostStatus;

use super::*;

/// A change of a site. Numbers choose among the existing rows.
#[derive(Clone, Debug)]
enum Done {
    AddPage { slug: u8, published: bool, is_home: bool, sections: usize },
    UpdatePage { page: usize, title: u8, slug: Option<u8>, is_home: Option<bool> },
    SetStatus { page: usize, published: bool },
    ReorderPages { first: usize },
    DeletePage { page: usize },
    AddSection { page: usize, position: Option<usize> },
    SetContent { section: usize, number: u8 },
    MoveSection { section: usize, position: usize },
    DeleteSections { page: usize, every: usize },
    AddItem { page: Option<usize>, position: Option<usize> },
    UpdateItem { item: usize, label: u8, page: Option<usize> },
    ToggleItem { item: usize },
    RemoveItem { item: usize },
    ReorderItems { first: usize },
    SetTitle { title: u8 },
    AddPicture { hash: u8 },
    UpdatePicture { picture: usize, alt: u8, captioned: bool },
    ReplacePicture { picture: usize, every: usize, number: u8, deleted: bool },
    AddPost { slug: u8 },
    UpdatePost { post: usize, text: u8, slug: Option<u8> },
    SetPostStatus { post: usize, status: PostStatus },
    DeletePost { post: usize },
    AddCollection { slug: u8 },
    UpdateCollection { collection: usize, text: u8, slug: Option<u8> },
    DeleteCollection { collection: usize },
    AddEntry { collection: usize, slug: u8, picture: Option<usize> },
    UpdateEntry { entry: usize, text: u8, slug: Option<u8>, position: Option<usize>, published: Option<bool> },
    PublishEntries { collection: usize, every: usize },
    DeleteEntry { entry: usize },
}

fn done() -> impl Strategy<Value = Done> {
    prop_oneof![3 => done_to_pages_and_posts(), 1 => done_to_collections()]
}

fn done_to_collections() -> impl Strategy<Value = Done> {
    use proptest::option::of;
    let (few, one) = (0..3_u8, 0..20_usize);
    prop_oneof![
        2 => (0..3_u8).prop_map(|slug| Done::AddCollection { slug }),
        1 => (one.clone(), few.clone(), of(0..3_u8))
            .prop_map(|(collection, text, slug)| Done::UpdateCollection { collection, text, slug }),
        1 => one.clone().prop_map(|collection| Done::DeleteCollection { collection }),
        4 => (one.clone(), 0..5_u8, of(one.clone()))
            .prop_map(|(collection, slug, picture)| Done::AddEntry { collection, slug, picture }),
        3 => (one.clone(), few, of(0..5_u8), of(0..4_usize), of(any::<bool>())).prop_map(
            |(entry, text, slug, position, published)| Done::UpdateEntry { entry, text, slug, position, published }
        ),
        1 => (one.clone(), 1..3_usize).prop_map(|(collection, every)| Done::PublishEntries { collection, every }),
        1 => one.prop_map(|entry| Done::DeleteEntry { entry }),
    ]
}

fn done_to_pages_and_posts() -> impl Strategy<Value = Done> {
    use proptest::option::of;
    let (few, one, posts) = (0..3_u8, 0..20_usize, 0..20_usize);
    prop_oneof![
        4 => (0..6_u8, any::<bool>(), any::<bool>(), 0..3_usize)
            .prop_map(|(slug, published, is_home, sections)| Done::AddPage { slug, published, is_home, sections }),
        3 => (one.clone(), few.clone(), of(0..6_u8), of(any::<bool>()))
            .prop_map(|(page, title, slug, is_home)| Done::UpdatePage { page, title, slug, is_home }),
        2 => (one.clone(), any::<bool>()).prop_map(|(page, published)| Done::SetStatus { page, published }),
        1 => one.clone().prop_map(|first| Done::ReorderPages { first }),
        2 => one.clone().prop_map(|page| Done::DeletePage { page }),
        3 => (one.clone(), of(0..4_usize)).prop_map(|(page, position)| Done::AddSection { page, position }),
        2 => (one.clone(), few.clone()).prop_map(|(section, number)| Done::SetContent { section, number }),
        2 => (one.clone(), 0..4_usize).prop_map(|(section, position)| Done::MoveSection { section, position }),
        2 => (one.clone(), 1..3_usize).prop_map(|(page, every)| Done::DeleteSections { page, every }),
        3 => (of(one.clone()), of(0..4_usize)).prop_map(|(page, position)| Done::AddItem { page, position }),
        1 => (one.clone(), few.clone(), of(one.clone()))
            .prop_map(|(item, label, page)| Done::UpdateItem { item, label, page }),
        1 => one.clone().prop_map(|item| Done::ToggleItem { item }),
        1 => one.clone().prop_map(|item| Done::RemoveItem { item }),
        1 => one.clone().prop_map(|first| Done::ReorderItems { first }),
        1 => few.clone().prop_map(|title| Done::SetTitle { title }),
        3 => (0..6_u8).prop_map(|hash| Done::AddPicture { hash }),
        1 => (one.clone(), few.clone(), any::<bool>())
            .prop_map(|(picture, alt, captioned)| Done::UpdatePicture { picture, alt, captioned }),
        2 => (one, 1..4_usize, few.clone(), any::<bool>()).prop_map(|(picture, every, number, deleted)| {
            Done::ReplacePicture { picture, every, number, deleted }
        }),
        3 => (0..4_u8).prop_map(|slug| Done::AddPost { slug }),
        3 => (posts.clone(), few, of(0..4_u8))
            .prop_map(|(post, text, slug)| Done::UpdatePost { post, text, slug }),
        3 => (posts.clone(), prop::sample::select(vec![PostStatus::Draft, PostStatus::Published, PostStatus::Archived]))
            .prop_map(|(post, status)| Done::SetPostStatus { post, status }),
        1 => posts.prop_map(|post| Done::DeletePost { post }),
    ]
}

/// Makes the change, unless there is nothing to change.
async fn carry_out(tx: &Tx, user: &UserId, now: &Snapshot, done: &Done) -> Result<(), Error> {
    let (by, site) = (by(user, ""), &now.site.site_id);
    let page_of = |number| nth(&now.pages, number).map(|page| page.page_id.clone());
    match *done {
        Done::AddPage { slug, published, is_home, sections } => {
            let (slug, text) = (format!("slug-{slug}"), json!({"text": "new"}));
            let sections: Vec<_> = (0..sections).map(|_| section(&text)).collect();
            let status = if published { PageStatus::Published } else { PageStatus::Draft };
            let new = pages::New { status, is_home, sections: &sections, ..page("New", &slug) };
            pages::add(tx, site, &new, &by).await.map(drop)
        }
        Done::UpdatePage { page, title, slug, is_home } => {
            let (title, slug) = (title.to_string(), slug.map(|slug| format!("slug-{slug}")));
            let change = pages::Change {
                title: Some(&title),
                slug: slug.as_deref(),
                description: None,
                is_home,
                position: is_home.map(|_| 1),
            };
            pages::update(tx, &page_of(page)?, &change, &by).await.map(drop)
        }
        Done::SetStatus { page, published } => {
            let status = if published { PageStatus::Published } else { PageStatus::Draft };
            pages::set_status(tx, &page_of(page)?, status, &by).await.map(drop)
        }
        Done::ReorderPages { first } => pages::reorder(tx, site, &[page_of(first)?], &by).await,
        Done::DeletePage { page } => pages::delete(tx, &page_of(page)?, &by).await.map(drop),
        Done::AddSection { page, position } => {
            let text = json!({"text": "added"});
            sections::add(tx, &page_of(page)?, &section(&text), position, &by).await.map(drop)
        }
        Done::SetContent { section, number } => {
            let id = &nth(&now.sections, section)?.section_id;
            sections::set_content(tx, id, &json!(number), &by).await.map(drop)
        }
        Done::MoveSection { section, position } => {
            let id = &nth(&now.sections, section)?.section_id;
            sections::move_to(tx, id, position, &by).await.map(drop)
        }
        Done::DeleteSections { page, every } => {
            let page = page_of(page)?;
            let on_page = now.sections.iter().filter(|section| section.page_id == page);
            let ids: Vec<_> = on_page.step_by(every).map(|section| section.section_id.clone()).collect();
            sections::delete_many(tx, &page, &ids, &by).await.map(drop)
        }
        Done::AddItem { page, position } => {
            let target = match page {
                Some(page) => Target::Page(page_of(page)?),
                None => Target::Url("https://example.com".into()),
            };
            navigation::add(tx, site, &item("new", target), position, &by).await.map(drop)
        }
        Done::UpdateItem { item, label, page } => {
            let label = label.to_string();
            let target = page.map(page_of).transpose()?.map(Target::Page);
            let change = navigation::Change { label: Some(&label), target, visible: None };
            navigation::update(tx, &nth(&now.navigation, item)?.item_id, &change, &by).await.map(drop)
        }
        Done::ToggleItem { item } => {
            navigation::toggle(tx, &nth(&now.navigation, item)?.item_id, &by).await.map(drop)
        }
        Done::RemoveItem { item } => {
            navigation::remove(tx, &nth(&now.navigation, item)?.item_id, &by).await.map(drop)
        }
        Done::ReorderItems { first } => {
            navigation::reorder(tx, site, &[nth(&now.navigation, first)?.item_id.clone()], &by).await
        }
        Done::AddPicture { hash } => {
            let hash = hash.to_string();
            pictures::add(tx, site, &picture(&hash), &by).await.map(drop)
        }
        Done::UpdatePicture { picture, alt, captioned } => {
            let alt = alt.to_string();
            let change = pictures::Change {
                alt: Some(&alt),
                caption: Some(captioned.then_some("A caption")),
                credit: None,
            };
            pictures::update(tx, &nth(&now.pictures, picture)?.picture_id, &change, &by).await.map(drop)
        }
        Done::ReplacePicture { picture, every, number, deleted } => {
            let sections = now.sections.iter().step_by(every);
            let contents: Vec<_> =
                sections.map(|section| (section.section_id.clone(), json!(number))).collect();
            // A picture that an entry still shows cannot be deleted.
            let every_entry = if deleted { 1 } else { every };
            let entries = now.entries.iter().step_by(every_entry).map(|entry| pictures::ShowingEntry {
                entry_id: entry.entry_id.clone(),
                picture_id: None,
                body: number.to_string(),
            });
            let entries: Vec<_> = entries.collect();
            let id = &nth(&now.pictures, picture)?.picture_id;
            let shown = pictures::Shown { contents: &contents, bodies: &[], entries: &entries };
            pictures::set_shown(tx, id, &shown, deleted, &by).await.map(drop)
        }
        Done::SetTitle { title } => {
            let title = title.to_string();
            let settings = Settings { title: Some(&title), ..Settings::default() };
            update_settings(tx, site, &settings, &by).await.map(drop)
        }
        Done::AddPost { slug } => {
            posts::add(tx, site, &post("New", &format!("slug-{slug}")), &by).await.map(drop)
        }
        Done::UpdatePost { post, text, slug } => {
            let (text, slug) = (text.to_string(), slug.map(|slug| format!("slug-{slug}")));
            let change = posts::Change { body: Some(&text), slug: slug.as_deref(), ..Default::default() };
            posts::update(tx, &nth(&now.posts, post)?.post_id, &change, &by).await.map(drop)
        }
        Done::SetPostStatus { post, status } => {
            posts::set_status(tx, &nth(&now.posts, post)?.post_id, status, &by).await.map(drop)
        }
        Done::DeletePost { post } => posts::delete(tx, &nth(&now.posts, post)?.post_id, &by).await.map(drop),
        ref done => carry_out_in_collections(tx, now, done, &by).await,
    }
}

async fn carry_out_in_collections(tx: &Tx, now: &Snapshot, done: &Done, by: &By<'_>) -> Result<(), Error> {
    let of = |number| nth(&now.collections, number).map(|collection| &collection.collection_id);
    match *done {
        Done::AddCollection { slug } => {
            let new = format!("slug-{slug}");
            collections::add(tx, &now.site.site_id, &collection("New", &new), by).await.map(drop)
        }
        Done::UpdateCollection { collection, text, slug } => {
            let (text, slug) = (text.to_string(), slug.map(|slug| format!("slug-{slug}")));
            let change =
                collections::Change { title: Some(&text), slug: slug.as_deref(), ..Default::default() };
            collections::update(tx, of(collection)?, &change, by).await.map(drop)
        }
        Done::DeleteCollection { collection } => collections::delete(tx, of(collection)?, by).await.map(drop),
        Done::AddEntry { collection, slug, picture } => {
            let picture = picture.and_then(|number| nth(&now.pictures, number).ok());
            let slug = format!("slug-{slug}");
            let picture_id = picture.map(|picture| &picture.picture_id);
            let new = entries::New { picture_id, ..entry("New", &slug) };
            entries::add(tx, of(collection)?, &new, by).await.map(drop)
        }
        Done::UpdateEntry { entry, text, ref slug, position, published } => {
            let (text, slug) = (text.to_string(), slug.map(|slug| format!("slug-{slug}")));
            let status = published.map(|is| if is { PageStatus::Published } else { PageStatus::Draft });
            let (body, slug) = (Some(text.as_str()), slug.as_deref());
            let change = entries::Change { body, slug, position, status, ..Default::default() };
            entries::update(tx, &nth(&now.entries, entry)?.entry_id, &change, by).await.map(drop)
        }
        Done::PublishEntries { collection, every } => {
            let ids: Vec<_> = now.entries.iter().step_by(every).map(|entry| entry.entry_id.clone()).collect();
            entries::publish(tx, of(collection)?, &ids, by).await
        }
        Done::DeleteEntry { entry } => {
            entries::delete(tx, &nth(&now.entries, entry)?.entry_id, by).await.map(drop)
        }
        _ => panic!("{done:?} is of a page or a post"),
    }
}

fn nth<T>(rows: &[T], number: usize) -> Result<&T, Error> {
    rows.get(number % rows.len().max(1)).ok_or(Error::Missing("row"))
}

/// Checks the invariants of every site.
fn check(site: &Snapshot) {
    let are_dense = |positions: Vec<i64>| positions.iter().enumerate().all(|(i, it)| *it == i as i64);
    assert!(are_dense(site.pages.iter().map(|page| page.position).collect()));
    assert!(are_dense(site.navigation.iter().map(|item| item.position).collect()));
    for page in &site.pages {
        let on_page = site.sections.iter().filter(|section| section.page_id == page.page_id);
        assert!(are_dense(on_page.map(|section| section.position).collect()));
    }
    assert!(site.pages.iter().filter(|page| page.is_home).count() <= 1);
    let hashes: HashSet<_> = site.pictures.iter().map(|picture| &picture.hash).collect();
    assert_eq!(hashes.len(), site.pictures.len());
    let slugs: HashSet<_> = site.pages.iter().map(|page| &page.slug).collect();
    assert!(site.redirects.iter().all(|redirect| !slugs.contains(&redirect.slug)));
    let slugs: HashSet<_> = site.posts.iter().map(|post| &post.slug).collect();
    assert!(site.post_redirects.iter().all(|redirect| !slugs.contains(&redirect.slug)));
    for collection in &site.collections {
        let of = site.entries.iter().filter(|entry| entry.collection_id == collection.collection_id);
        assert!(are_dense(of.map(|entry| entry.position).collect()));
    }
}

async fn now(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Snapshot> {
    let now = snapshot(tx, user, site).await?.unwrap();
    check(&now);
    Ok(now)
}

/// Makes all changes, and returns the state before each change that was made, and the last state.
async fn carry_out_all(tx: &Tx, user: &UserId, site: &SiteId, all: &[Done]) -> Result<Vec<Snapshot>> {
    let mut states = vec![now(tx, user, site).await?];
    for done in all {
        let before = &states[states.len() - 1];
        let count = revisions::list(tx, user, site, 99).await?.len();
        if let Err(Error::Database(error)) = carry_out(tx, user, before, done).await {
            return Err(error.context(format!("{done:?}")));
        }
        let after = now(tx, user, site).await?;
        let is_recorded = revisions::list(tx, user, site, 99).await?.len() > count;
        assert_eq!(after != *before, is_recorded, "{done:?}");
        if is_recorded {
            states.push(after);
        }
    }
    Ok(states)
}

fn run(cases: u32, length: usize, check: impl Fn(&tokio::runtime::Runtime, &Store, Vec<Done>)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = runtime.block_on(Store::new());
    TestRunner::new(ProptestConfig::with_cases(cases))
        .run(&prop::collection::vec(done(), 1..length), |all| {
            check(&runtime, &store, all);
            Ok(())
        })
        .unwrap();
}

#[test]
fn changes_undone_one_after_another_give_each_state_back() {
    run(48, 30, |runtime, store, all| {
        runtime.block_on(store.write(async move |tx| {
            let user = people::add_member(tx, "alice", NOW).await?.user_id;
            let site = open(tx, &user, NOW).await?.site_id;
            let states = carry_out_all(tx, &user, &site, &all).await?;
            let mut undone = Vec::new();
            for state in states.iter().rev().skip(1) {
                undone.push(undo(tx, (&user, &user), None, NOW).await?.by);
                assert_eq!(now(tx, &user, &site).await?, *state, "{all:?}");
            }
            assert!(matches!(
                undo(tx, (&user, &user), None, NOW).await,
                Err(Error::Conflict(Conflict::Nothing))
            ));
            for (state, undoing) in states.iter().skip(1).zip(undone.iter().rev()) {
                undo(tx, (&user, &user), Some(undoing), NOW).await?;
                assert_eq!(now(tx, &user, &site).await?, *state, "again, {all:?}");
            }
            Ok(())
        }));
    });
}

#[test]
fn any_change_is_undone_or_nothing_happens() {
    run(48, 20, |runtime, store, all| {
        runtime.block_on(store.write(async move |tx| {
            let user = people::add_member(tx, "alice", NOW).await?.user_id;
            let site = open(tx, &user, NOW).await?.site_id;
            carry_out_all(tx, &user, &site, &all).await?;
            for change in revisions::list(tx, &user, &site, 99).await?.iter().rev() {
                let before = now(tx, &user, &site).await?;
                match undo(tx, (&user, &user), Some(&change.revision_id), NOW).await {
                    Ok(undone) => {
                        now(tx, &user, &site).await?;
                        undo(tx, (&user, &user), Some(&undone.by), NOW).await?;
                    }
                    Err(Error::Conflict(_)) => {}
                    Err(error) => return Err(anyhow::Error::from(error).context(format!("{all:?}"))),
                }
                assert_eq!(now(tx, &user, &site).await?, before, "{all:?}");
            }
            Ok(())
        }));
    });
}
