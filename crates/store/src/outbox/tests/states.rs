//! The transitions of a row: every event in every state.

use super::*;
use crate::db::Scope;

#[tokio::test]
async fn every_event_in_every_state() {
    let store = Store::new().await;
    let mut table = String::new();
    for state in STATES {
        writeln!(table, "{state}").unwrap();
        for event in EVENTS {
            let process = store.process.clone();
            let cell = store.db.write(Scope::Global, async move |tx| {
                let outbox_id = bring_to(tx, state, &process).await?;
                let before = shown(&row(tx, outbox_id).await);
                happen(tx, event, outbox_id, &process).await?;
                // The error rolls the row back, so that the next event starts from the same state.
                bail!("{before:24} {event:12} -> {}", shown(&row(tx, outbox_id).await))
            });
            let cell: Result<()> = cell.await;
            writeln!(table, "  {}", cell.unwrap_err()).unwrap();
        }
    }
    insta::assert_snapshot!(table, @r"
        draft
          draft                    post same    -> pending
          draft                    post new     -> pending
          draft                    revise new   -> draft
          draft                    claim        -> draft
          draft                    delivered    -> draft #2
          draft                    retry        -> draft
          draft                    unknown      -> draft
          draft                    repeat       -> draft
          draft                    send anew    -> draft
          draft                    give up      -> dead
          draft                    give up chat -> draft
          draft                    adopt        -> draft #3
        draft being sent
          draft attempt            post same    -> unknown attempt
          draft attempt            post new     -> unknown attempt
          draft attempt            revise new   -> draft attempt
          draft attempt            claim        -> draft attempt
          draft attempt            delivered    -> draft #2
          draft attempt            retry        -> draft
          draft attempt            unknown      -> draft attempt
          draft attempt            repeat       -> draft attempt
          draft attempt            send anew    -> draft attempt
          draft attempt            give up      -> dead attempt
          draft attempt            give up chat -> draft attempt
          draft attempt            adopt        -> draft #3
        pending
          pending                  post same    -> pending
          pending                  post new     -> pending
          pending                  revise new   -> pending
          pending                  claim        -> sending attempt
          pending                  delivered    -> pending #2
          pending                  retry        -> pending
          pending                  unknown      -> pending
          pending                  repeat       -> pending
          pending                  send anew    -> pending
          pending                  give up      -> dead
          pending                  give up chat -> dead
          pending                  adopt        -> pending #3
        sending
          sending attempt          post same    -> sending attempt
          sending attempt          post new     -> sending attempt
          sending attempt          revise new   -> sending attempt
          sending attempt          claim        -> sending attempt
          sending attempt          delivered    -> done #2
          sending attempt          retry        -> pending
          sending attempt          unknown      -> unknown attempt
          sending attempt          repeat       -> pending repeat
          sending attempt          send anew    -> pending
          sending attempt          give up      -> dead attempt
          sending attempt          give up chat -> dead attempt
          sending attempt          adopt        -> done #3
        sending a repeat
          sending repeat attempt   post same    -> sending repeat attempt
          sending repeat attempt   post new     -> sending repeat attempt
          sending repeat attempt   revise new   -> sending repeat attempt
          sending repeat attempt   claim        -> sending repeat attempt
          sending repeat attempt   delivered    -> done #2
          sending repeat attempt   retry        -> pending repeat
          sending repeat attempt   unknown      -> unknown repeat attempt
          sending repeat attempt   repeat       -> pending repeat
          sending repeat attempt   send anew    -> pending repeat
          sending repeat attempt   give up      -> dead repeat attempt
          sending repeat attempt   give up chat -> dead repeat attempt
          sending repeat attempt   adopt        -> done #3
        unknown
          unknown attempt          post same    -> unknown attempt
          unknown attempt          post new     -> unknown attempt
          unknown attempt          revise new   -> unknown attempt
          unknown attempt          claim        -> unknown attempt
          unknown attempt          delivered    -> done #2
          unknown attempt          retry        -> pending
          unknown attempt          unknown      -> unknown attempt
          unknown attempt          repeat       -> pending repeat
          unknown attempt          send anew    -> pending
          unknown attempt          give up      -> dead attempt
          unknown attempt          give up chat -> dead attempt
          unknown attempt          adopt        -> done #3
        done
          done #1                  post same    -> done #1
          done #1                  post new     -> pending #1
          done #1                  revise new   -> pending #1
          done #1                  claim        -> done #1
          done #1                  delivered    -> done #2
          done #1                  retry        -> done #1
          done #1                  unknown      -> done #1
          done #1                  repeat       -> done #1
          done #1                  send anew    -> done #1
          done #1                  give up      -> dead #1
          done #1                  give up chat -> done #1
          done #1                  adopt        -> done #1
        done, being edited
          sending #1 attempt       post same    -> sending #1 attempt
          sending #1 attempt       post new     -> sending #1 attempt
          sending #1 attempt       revise new   -> sending #1 attempt
          sending #1 attempt       claim        -> sending #1 attempt
          sending #1 attempt       delivered    -> done #2
          sending #1 attempt       retry        -> pending #1
          sending #1 attempt       unknown      -> unknown #1 attempt
          sending #1 attempt       repeat       -> pending #1 repeat
          sending #1 attempt       send anew    -> pending
          sending #1 attempt       give up      -> dead #1 attempt
          sending #1 attempt       give up chat -> dead #1 attempt
          sending #1 attempt       adopt        -> sending #1 attempt
        dead
          dead                     post same    -> dead
          dead                     post new     -> dead
          dead                     revise new   -> dead
          dead                     claim        -> dead
          dead                     delivered    -> pending #2
          dead                     retry        -> dead
          dead                     unknown      -> dead
          dead                     repeat       -> dead
          dead                     send anew    -> dead
          dead                     give up      -> dead
          dead                     give up chat -> dead
          dead                     adopt        -> pending #3
        ");
}
