import { checksumOf } from '../../domain/base/checksum.ts';
import type { HeadFile } from '../../domain/projects/head-files.ts';
import type { UnitsOf } from '../base/promised.ts';

/** Comparisons of files with HEAD, kept for the next start. */
export interface HeadFileStore {
  /** The kept comparisons of some paths of a working tree. */
  headFiles(tree: string, paths: readonly string[]): Promise<readonly HeadFile[]>;

  /** Keeps the comparisons of a working tree in place of the earlier ones. */
  keepHeadFiles(tree: string, files: readonly HeadFile[]): Promise<void>;
}

export const headFileUnits: UnitsOf<HeadFileStore> = {
  headFiles(database, tree, paths) {
    const rows = database.all('SELECT * FROM head_files WHERE tree = ?', hashOf(tree));
    const byPath = new Map(rows.map((row) => [row['path'], row]));
    return paths.flatMap((path): HeadFile[] => {
      const row = byPath.get(hashOf(path));
      if (!row) return [];
      const { head, blob, size, mark, same } = row;
      return [
        {
          path,
          head: String(head),
          blob: blob === null ? null : String(blob),
          size: Number(size),
          mark: mark === null ? null : String(mark),
          isSame: same === 1,
        },
      ];
    });
  },

  keepHeadFiles(database, tree, files) {
    database.write(() => {
      database.run('DELETE FROM head_files WHERE tree = ?', hashOf(tree));
      for (const { path, head, blob, size, mark, isSame } of files)
        database.run(
          'INSERT INTO head_files(tree, path, head, blob, size, mark, same) VALUES (?, ?, ?, ?, ?, ?, ?)',
          hashOf(tree),
          hashOf(path),
          head,
          blob,
          size,
          mark,
          isSame ? 1 : 0,
        );
    });
  },
};

function hashOf(text: string): number {
  return checksumOf([text]);
}
