/** Variables of the environment that a program was started in. */
export type Environment = Readonly<Record<string, string | undefined>>;
