/** The time that work may take. */
export interface Limit {
  passed(): boolean;
}
