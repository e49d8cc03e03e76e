import { DatabaseSync } from 'node:sqlite';
import { Database } from '../src/store/base/database.ts';

/** Writes a home back as schema 19 had it: facts of threads and entries of ledgers in tables of their own, with their numbers. */
export function asSchema19(path: string): void {
  const database = new Database(new DatabaseSync(path), { waitMillis: () => 1_000 });
  writeBack(database);
  database.close();
}

export function writeBack(database: Database): void {
  database.write(() => {
    const numbers = new Map<unknown, number>();
    for (const { seq, session_id, key, at, body, follows } of rowsOf(database, 'thread')) {
      numbers.set(seq, numbers.size + 1);
      database.append('thread_events', {
        seq: numbers.size,
        thread_id: session_id!,
        session_id: key!,
        at: at!,
        body: body!,
        follows: numbers.get(follows) ?? follows!,
      });
      const stamps = `SELECT ${numbers.size}, origin, stamp, author FROM share_fact_stamps WHERE seq = ?`;
      database.record(
        'share_thread_stamps',
        `INSERT INTO share_thread_stamps(seq, origin, stamp, author) ${stamps}`,
        seq!,
      );
      database.run('DELETE FROM share_fact_stamps WHERE seq = ?', seq!);
    }
    // Folds of that time name the numbers of that time.
    database.run('DELETE FROM thread_folds');
    const last = new Map<number, number>();
    for (const { session_id, at, body } of rowsOf(database, 'ledger')) {
      const conversation = Number(String(session_id).slice('ledger '.length));
      const {
        epoch,
        fact,
        item = {},
        saved = 0,
        reason = null,
        ...query
      } = JSON.parse(String(body));
      const { kind = fact === 'query' ? fact : '', id = '', hash = null, level = 0 } = item;
      const { tokens = null, estimated = false } = { ...query, ...item };
      last.set(conversation, (last.get(conversation) ?? 0) + 1);
      database.append('ledger_facts', {
        conversation,
        epoch,
        kind,
        id,
        shown: ['sent', 'carried'].includes(fact) ? 1 : 0,
        at: at!,
        fact,
        hash,
        seq: last.get(conversation)!,
        tokens,
        saved,
        estimated: estimated ? 1 : 0,
        level,
        reason,
        key: null,
      });
      const change = 'UPDATE ledger_conversations SET last_seq = ? WHERE number = ?';
      database.record('ledger_conversations', change, last.get(conversation)!, conversation);
    }
    database.raw.exec(`
      DELETE FROM session_events WHERE kind IN ('thread', 'ledger');
      ALTER TABLE share_fact_stamps DROP COLUMN author;
      ALTER TABLE share_fact_stamps DROP COLUMN checksum;
      DROP TRIGGER ledger_removed;
      DROP TABLE head_files;
      DROP TABLE touched_lines;
      DELETE FROM cortex_migrations WHERE number >= 20;`);
  });
}

function rowsOf(database: Database, kind: string) {
  return database.all('SELECT * FROM session_events WHERE kind = ? ORDER BY seq', kind);
}
