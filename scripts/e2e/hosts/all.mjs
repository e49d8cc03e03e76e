// Every program that is run: the files of this folder.
import { readdirSync } from 'node:fs';

const files = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith('.mjs') && file !== 'all.mjs',
);
const modules = await Promise.all(files.sort().map((file) => import(`./${file}`)));
const named = modules.flatMap((module) => Object.values(module)).filter(({ program }) => program);

export const HOSTS = Object.fromEntries(named.map((host) => [host.name, host]));
