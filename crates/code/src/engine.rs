//! The engine: the functions and limits of the language, and its error messages.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, time::Instant};

use adjutant_domain::code::{Answer, Error, MOST_PRINTED, MOST_VALUE, Program, TIME};
use rhai::{Dynamic, Engine, EvalAltResult};

use crate::{dates, numbers, tables, text, values};

/// The most operations of a program.
const MOST_OPERATIONS: u64 = 50_000_000;
/// The number of operations between two checks of the clock.
const LOOK_EVERY: u64 = 1024;
/// The most calls of functions within each other.
const DEEPEST_CALL: usize = 48;
/// The most expressions within each other.
const DEEPEST_EXPRESSION: usize = 64;
/// The longest text, in bytes.
const LONGEST_TEXT: usize = 4 << 20;
/// The most elements of a list.
const LONGEST_LIST: usize = 100_000;

pub(crate) fn run(program: &Program) -> Answer {
    let printed = Rc::new(RefCell::new(String::new()));
    let engine = engine(program, &printed);
    let done = engine.eval::<Dynamic>(&program.code);
    let mut answer = match done {
        Ok(value) => match values::to_json(&value) {
            Ok(value) if value.to_string().len() > MOST_VALUE => {
                let message = format!("the value is longer than {MOST_VALUE} bytes; return less of it");
                Answer { error: Some(Error::new(message)), ..Answer::default() }
            }
            Ok(value) => Answer { value, ..Answer::default() },
            Err(message) => Answer { error: Some(Error::new(message)), ..Answer::default() },
        },
        Err(error) => Answer { error: Some(explain(*error)), ..Answer::default() },
    };
    answer.printed = printed.take();
    answer
}

fn engine(program: &Program, printed: &Rc<RefCell<String>>) -> Engine {
    let mut engine = Engine::new();
    engine
        .set_max_operations(MOST_OPERATIONS)
        .set_max_call_levels(DEEPEST_CALL)
        .set_max_expr_depths(DEEPEST_EXPRESSION, DEEPEST_EXPRESSION)
        .set_max_string_size(LONGEST_TEXT)
        .set_max_array_size(LONGEST_LIST)
        .set_max_map_size(LONGEST_LIST)
        .set_max_functions(200)
        .set_max_variables(500)
        // This crate defines the operators between whole numbers.
        .set_fast_operators(false)
        .disable_symbol("eval");
    let (deadline, flooded) = (Instant::now() + TIME, printed.clone());
    engine.on_progress(move |operations| {
        if operations % LOOK_EVERY == 0 && Instant::now() > deadline {
            return Some(format!("it took longer than {} s; do less in its loops", TIME.as_secs()).into());
        }
        (flooded.borrow().len() >= MOST_PRINTED)
            .then(|| format!("it printed more than {MOST_PRINTED} bytes; print less").into())
    });
    let out = printed.clone();
    engine.on_print(move |line| print(&out, line));
    let out = printed.clone();
    engine.on_debug(move |line, _, _| print(&out, line));
    numbers::register(&mut engine);
    dates::register(&mut engine, program.now);
    text::register(&mut engine);
    tables::register(&mut engine);
    let files = program.files.clone();
    engine.register_fn("file", move |name: &str| find_file(&files, name));
    engine
}

fn print(printed: &RefCell<String>, line: &str) {
    let mut printed = printed.borrow_mut();
    let room = MOST_PRINTED - printed.len();
    printed.push_str(&line[..line.floor_char_boundary(room)]);
    if printed.len() < MOST_PRINTED {
        printed.push('\n');
    }
}

/// Returns a file by its path or by its name.
fn find_file(files: &BTreeMap<String, String>, name: &str) -> Raw<String> {
    let named = |path: &str| path == name || path.rsplit('/').next() == Some(name);
    files.iter().find(|(path, _)| named(path)).map(|(_, text)| text.clone()).ok_or_else(|| {
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        match names.as_slice() {
            [] => format!("there is no file {name:?}: name it in `files`"),
            names => format!("there is no file {name:?}, only {}", names.join(", ")),
        }
        .into()
    })
}

/// The result of a function of the language that can fail.
pub(crate) type Raw<T> = Result<T, Box<EvalAltResult>>;

/// Converts an error to the form for the model.
fn explain(mut error: EvalAltResult) -> Error {
    // The place of the error says more than the calls that led there.
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
        error = *inner;
    }
    let position = error.take_position();
    let message = match error {
        EvalAltResult::ErrorTerminated(why, _) | EvalAltResult::ErrorRuntime(why, _) => why.to_string(),
        EvalAltResult::ErrorTooManyOperations(_) => {
            "it ran for too many steps; do less in its loops".to_owned()
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            format!("functions call each other more than {DEEPEST_CALL} deep; use a loop")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("{what} is too large; keep less of it"),
        EvalAltResult::ErrorFunctionNotFound(what, _) => {
            format!("there is no function {what}; look at its name and at what it is given")
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            format!("there is no variable {name}; declare it with `let {name} = …;`")
        }
        EvalAltResult::ErrorDataRace(..) => {
            "a function reads the variable that its own line begins with; give that line's first part a name of its own: \
             `let keys = m.keys();`"
                .to_owned()
        }
        EvalAltResult::ErrorParsing(kind, _) => format!("it is no valid Rhai: {kind}"),
        other => other.to_string(),
    };
    Error { message, line: position.line(), column: position.position() }
}
