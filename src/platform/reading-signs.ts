/** Questions that come up only where the signs of a place may have changed, or a claim needs proof. */
export { commitsIn } from './own-commits.ts';
export { inodeOf, signsOf } from './project-signs.ts';
