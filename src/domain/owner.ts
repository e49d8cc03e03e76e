/** The process that a session lives in, as far as it is known. Only the platform that wrote it can read it. */
export type OwnerRecord = Readonly<Record<string, unknown>>;
