/** Whether a key is pressed for the room: nothing is held with it, and no field or sheet over the room has it. */
export function isForRoom(event: KeyboardEvent): boolean {
  const at = event.target instanceof Element ? event.target : null;
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return !held && at?.closest("input, textarea, select, dialog") == null;
}
