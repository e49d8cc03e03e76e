/** That a standing instruction was given, and whether the agent took notice; as a session's record keeps it. */
export interface SOPInteraction {
  readonly sop_path: string;
  readonly injected_at: string;
  readonly acknowledged: boolean;
  readonly tool_call: string;
}
