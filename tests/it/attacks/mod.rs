//! Attacks by other people. Each test is one attack, and asserts that nothing was saved, sent, scheduled or shown
//! without a press by the person to whom it belongs.

mod stage;

mod hostile_page;
mod hostile_result;

mod hostile_call;
mod hostile_command;
mod hostile_file;
mod hostile_member;
mod hostile_name;
mod hostile_question;
mod hostile_server_member;
mod hostile_skill;

mod faithless_approver;
mod outsider;
mod removed_member;
