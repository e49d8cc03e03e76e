export interface Limit {
  passed(): boolean;
}
