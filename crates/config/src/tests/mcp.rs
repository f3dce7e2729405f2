//! The sections of MCP servers.

use super::*;

#[test]
fn servers_have_sections_of_their_own() {
    let file = "
[mcp.tracker]
url = 'https://tracker.example.com/mcp'
headers = ['Authorization: Bearer ${TRACKER_TOKEN}', 'X-Api-Key: written-out', 'Accept-Language: de']
tools = ['issue_*']
roles = 'everybody'
timeout = '5s'
max_result = '1 MB'

[mcp.house]
command = '/usr/bin/house'
args = ['--read-only']
env = ['HOUSE_TOKEN=${HOUSE_TOKEN}', 'MODE=quiet']
";
    let env = [
        ("TRACKER_TOKEN", "sesame-1"),
        ("HOUSE_TOKEN", "sesame-2"),
        ("ADJUTANT__MCP__HOUSE__MAX_TOOLS", "7"),
    ];
    let config = load(file, &env).unwrap();
    let exposed = |named: &[Named]| -> Vec<_> {
        named.iter().map(|named| format!("{}: {}", named.name, named.expose())).collect()
    };
    let (tracker, house) = (&config.mcp["tracker"], &config.mcp["house"]);
    assert_eq!(
        exposed(&tracker.headers),
        ["Authorization: Bearer sesame-1", "X-Api-Key: written-out", "Accept-Language: de"]
    );
    assert_eq!(exposed(&house.env), ["HOUSE_TOKEN: sesame-2", "MODE: quiet"]);
    assert_eq!((tracker.roles, house.roles), (Roles::Everybody, Roles::Owner));
    assert_eq!((tracker.timeout.as_secs(), house.timeout.as_secs()), (5, 60));
    assert_eq!((tracker.max_result, house.max_tools, &house.tools[..]), (1 << 20, 7, &["*".to_owned()][..]));
    assert_eq!(config.secrets().collect::<Vec<_>>(), ["sesame-2", "sesame-1", "written-out"]);
    assert!(!format!("{config:?}").contains("sesame"), "nothing prints a secret");
}

#[test]
fn a_variable_that_is_not_set_is_told_and_stops_nothing() {
    let file = "[mcp.tracker]\nurl = 'https://example.com'\nheaders = ['X-Token: ${TRACKER_TOKEN}']";
    let config = load(file, &[]).unwrap();
    assert_eq!(config.mcp["tracker"].unset().collect::<Vec<_>>(), ["TRACKER_TOKEN"]);
    let [warning] = &config.warnings[..] else { panic!("{:?}", config.warnings) };
    let told = "[mcp.tracker] headers names the variable TRACKER_TOKEN, which is not set or empty";
    assert!(
        warning.ends_with(&format!("config.toml line 3: the server is not used, because {told}")),
        "{warning}"
    );
}

#[test]
fn what_is_wrong_with_servers_is_told() {
    let file = "
[mcp.Tracker]
url = 'https://example.com'
[mcp.web]
url = 'https://example.com'
[mcp.empty]
summary = 'Does nothing.'
[mcp.both]
url = 'http://127.0.0.1:3000/mcp'
command = 'house'
[mcp.plain]
url = 'http://tracker.example.com/mcp'
[mcp.private]
url = 'http://10.0.0.7/mcp'
allow_http = true
env = ['A=b']
[mcp.odd]
command = 'house'
headers = ['Accept: all']
env = ['SECRET']
args = 'one'
roles = 'all'
timeout = '2h'
max_tools = 0
max_result = '1 GB'
tool = ['a']
";
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 2: [mcp.Tracker] is not allowed: an MCP server's name is 1 to 24 characters of a-z, 0-9 and -
    config.toml line 4: [mcp.web] is not allowed: tools of the bot itself have this name
    config.toml line 6: [mcp.empty] url is required, unless command is set
    config.toml line 10: [mcp.both] command must not be set together with url
    config.toml line 12: [mcp.plain] url must begin with https://: over http:// others can read along; allow_http = true takes it all the same
    config.toml line 16: [mcp.private] env is only of use together with command
    config.toml line 19: [mcp.odd] headers must not have Accept, which the protocol sets
    config.toml line 20: [mcp.odd] env must list variables as "NAME=VALUE"
    config.toml line 21: [mcp.odd] args must be a list of texts in brackets
    config.toml line 22: [mcp.odd] roles must be one of "owner", "everybody"
    config.toml line 23: [mcp.odd] timeout must be at most 1h
    config.toml line 24: [mcp.odd] max_tools must be 1 to 256
    config.toml line 25: [mcp.odd] max_result must be at most 16 MB
    config.toml line 26: unknown key "tool" in [mcp.odd]; did you mean "tools"?
    "#);
}
