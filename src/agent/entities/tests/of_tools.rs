//! What working memory finds in each tool's result. A new tool's entry here shows what "it" will refer to.

use adjutant_config::Config;
use adjutant_sandbox::Sandbox;

use super::*;

/// The number of items of a list in a sample: more than working memory keeps.
const MEMBERS: usize = 4;

/// Returns a value of this schema with every field present.
fn sample(schema: &Value, root: &Value, name: &str) -> Value {
    if let Some(pointer) = schema["$ref"].as_str() {
        return sample(root.pointer(pointer.trim_start_matches('#')).unwrap(), root, name);
    }
    if let Some(of) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return of.iter().map(|it| sample(it, root, name)).find(|it| !it.is_null()).unwrap_or_default();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(fields.map(|(name, own)| (name.clone(), sample(own, root, name))).collect())
        }
        Some("array") => Value::Array(vec![sample(&schema["items"], root, name); MEMBERS]),
        Some("string") if name == "url" => json!("https://example.com/tides"),
        Some("string") => json!(format!("<{name}>")),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => Value::Null,
    }
}

#[test]
fn what_each_tool_shows_is_understood() {
    let mut config = Config::default();
    let researcher = r#"{ "description": "Finds things out." }"#;
    config.agents.insert("researcher".to_owned(), serde_json::from_str(researcher).unwrap());
    let registry = adjutant_tools::registry(&config, &Sandbox::own());
    let found = registry.all().map(|tool| {
        let schema = (tool.definition.output)();
        let found = shown(&sample(&schema, &schema, "").to_string());
        let name = |it: &Thing| {
            let label = it.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
            format!("{} {}{label}", it.kind, it.id)
        };
        let one = found.things.iter().map(name).collect::<Vec<_>>().join(", ");
        let list = found.list.first().map(|first| {
            let (kept, all) = (found.list.len(), found.listed);
            format!("{kept} of {all}: {}", name(first))
        });
        let told = [one].into_iter().filter(|one| !one.is_empty()).chain(list).collect::<Vec<_>>().join("; ");
        format!("{}: {}", tool.name(), if told.is_empty() { "nothing" } else { &told })
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    insta::assert_snapshot!(found.join("\n"), @"
    ask_person: nothing
    attachment_save: file <path>
    chart: file <path>
    deep_research: 3 of 4: page https://example.com/tides <title>
    delegate_to_agent: nothing
    document_read: nothing
    file_copy: file <path>
    file_delete: nothing
    file_edit: file <path>
    file_glob: 3 of 4: file <path>
    file_history: 3 of 4: file <path>
    file_list: file <path>, file <path>, file <path>; 3 of 4: file <path>
    file_mkdir: file <path>
    file_move: file <path>
    file_read: file <path>
    file_restore: file <path>
    file_search: 3 of 4: file <path>
    file_write: file <path>
    http_get: page https://example.com/tides
    http_post: page https://example.com/tides
    look: nothing
    memory_delete: nothing
    memory_save: note <note_id>
    memory_search: 4 of 4: note <note_id> <text>
    memory_update: note <note_id>
    notify: nothing
    plan: nothing
    run_code: nothing
    schedule_create: schedule <schedule_id> <name>
    schedule_delete: nothing
    schedule_edit: schedule <schedule_id> <name>
    schedule_run_output: run <run_id>
    schedule_runs: 3 of 4: run <run_id>
    schedule_search: 3 of 4: schedule <schedule_id> <name>
    scratchpad_clear: nothing
    scratchpad_read: nothing
    scratchpad_write: nothing
    send_media: 3 of 4: file <path>
    shell_exec: 3 of 4: file <path>
    site_add_image: image <image_id> <title>
    site_add_image_to_section: section <section_id> <title>
    site_add_navigation_item: item <item_id> <label>
    site_add_section: section <section_id> <title>
    site_add_stock_photo: image <image_id> <title>
    site_archive_post: post <post_id> <title>
    site_choose_stock_photo: photo <photo_id>
    site_create_collection: collection <collection_id> <title>
    site_create_entry: entry <entry_id> <title>
    site_create_page: page <page_id> <title>
    site_create_page_with_content: page <page_id> <title>; 3 of 4: section <section_id> <title>
    site_create_post: post <post_id> <title>
    site_delete_collection: collection <collection_id> <title>
    site_delete_entry: entry <entry_id> <title>
    site_delete_image: image <image_id> <title>
    site_delete_page: page <page_id> <title>
    site_delete_post: post <post_id> <title>
    site_delete_section: 3 of 4: section <section_id> <title>
    site_delete_sections: 3 of 4: section <section_id> <title>
    site_export: file <path>
    site_find_image: image <image_id> <title>
    site_find_resource: 4 of 4: entry <id> <title>
    site_get_entry: entry <entry_id> <title>
    site_get_page: page <page_id> <title>; 3 of 4: section <section_id> <title>
    site_get_post: post <post_id> <title>
    site_get_section: section <section_id> <title>
    site_get_settings: nothing
    site_get_template: nothing
    site_import: nothing
    site_list_changes: 3 of 4: revision <revision_id> <what>
    site_list_collections: 3 of 4: collection <collection_id> <title>
    site_list_entries: collection <collection_id> <title>; 3 of 4: entry <entry_id> <title>
    site_list_images: 3 of 4: image <image_id> <title>
    site_list_messages: 3 of 4: message <message_id> <name>
    site_list_navigation: 3 of 4: item <item_id> <label>
    site_list_pages: 3 of 4: page <page_id> <title>
    site_list_posts: 3 of 4: post <post_id> <title>
    site_list_sections: 3 of 4: section <section_id> <title>
    site_list_templates: nothing
    site_move_section: 3 of 4: section <section_id> <title>
    site_preview: nothing
    site_publish: nothing
    site_publish_post: post <post_id> <title>
    site_remove_navigation_item: item <item_id> <label>
    site_reorder_navigation: 3 of 4: item <item_id> <label>
    site_replace_image: image <image_id> <title>
    site_search_images: 4 of 4: image <image_id> <title>
    site_search_pages: 4 of 4: page <page_id> <title>
    site_search_stock_photos: 3 of 4: photo <photo_id>
    site_toggle_navigation_item: item <item_id> <label>
    site_undo: nothing
    site_update_collection: collection <collection_id> <title>
    site_update_entry: entry <entry_id> <title>
    site_update_image: image <image_id> <title>
    site_update_navigation_item: item <item_id> <label>
    site_update_page: page <page_id> <title>
    site_update_post: post <post_id> <title>
    site_update_section: section <section_id> <title>
    site_update_section_image: section <section_id> <title>
    site_update_settings: nothing
    skill_activate: nothing
    skill_deactivate: nothing
    skill_list: nothing
    skill_read: nothing
    task: nothing
    tool_output: nothing
    tools_find: nothing
    toolset_open: nothing
    vault_copyto: nothing
    vault_list: nothing
    web_fetch: page https://example.com/tides <title>
    web_search: 4 of 4: page https://example.com/tides <title>
    ");
}
