import type { Copy } from '../../store.ts';

/** The work of a maintenance run, done or planned. */
export interface MaintenanceReport {
  readonly at: string;
  readonly dry_run: boolean;
  readonly took_ms: number;
  /** Moved to cold storage, and those that wait for the next run. */
  readonly moved: number;
  readonly left: number;
  readonly mirrors_removed: number;
  /** Second files of a session, which a killed run left in cold storage. */
  readonly archives_removed: number;
  /** Files in cold storage that the database knows nothing of. They are left where they are. */
  readonly unknown_archives: number;
  readonly files_removed: number;
  readonly threads_archived: number;
  readonly rows_removed: Readonly<Record<string, number>>;
  readonly anchors_compacted: number;
  readonly indexes_merged: readonly string[];
  /** Sessions of an older version that were folded anew. */
  readonly sessions_folded: number;
  /** Sessions and threads that an older version indexed without their turns. */
  readonly sessions_indexed: number;
  /** Sessions of which a brief is left of what they were told, and why. */
  readonly sessions_thinned: number;
  readonly indexes_built: readonly string[];
  /** Working trees whose next start finds its standing made. */
  readonly standings_made: number;
  readonly log_cut: boolean;
  readonly backup: Copy | null;
  /** The newest backup before this run, put back into a scratch file; null where there was none. */
  readonly drill: { readonly path: string; readonly ok: boolean; readonly detail: string } | null;
  readonly backups_removed: number;
  readonly problems: readonly { readonly step: string; readonly message: string }[];
}

export const NOTHING_DONE: Omit<MaintenanceReport, 'at' | 'dry_run' | 'took_ms' | 'problems'> = {
  ...{ moved: 0, left: 0, mirrors_removed: 0, archives_removed: 0, unknown_archives: 0, files_removed: 0 },
  ...{ threads_archived: 0, rows_removed: {}, anchors_compacted: 0, indexes_merged: [] },
  ...{
    sessions_folded: 0,
    sessions_indexed: 0,
    sessions_thinned: 0,
    indexes_built: [],
    standings_made: 0,
    log_cut: false,
  },
  ...{ backup: null, drill: null, backups_removed: 0 },
};
