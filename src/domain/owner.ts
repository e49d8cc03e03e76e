/** The process that a session lives in, as far as it is known. Only the platform that wrote it can read it. */
export type OwnerRecord = Readonly<Record<string, unknown>>;

/** The home that a session belongs to which was shared; null for one of this home. */
export function originOfOwner(owner: OwnerRecord | null): string | null {
  const origin = owner?.['origin'];
  return typeof origin === 'string' ? origin : null;
}
