// node scripts/release/notes.mjs tag|notes: for the workflow of a release, the tag under which npm lists this version, or its part of the changelog.
import { readFileSync } from 'node:fs';
import { distTag, notesOf } from './publisher.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const asked = process.argv[2];
process.stdout.write(
  asked === 'tag' ? distTag(version) : notesOf(readFileSync('CHANGELOG.md', 'utf8'), version),
);
