export { saidIn } from './said/corrections.ts';
export { endsLastRule, revokedIn } from './said/endings.ts';
export { findingsIn } from './said/findings.ts';
export { rulesIn } from './said/prompts.ts';
