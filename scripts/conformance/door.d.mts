export function openDoor(url: string, token: string): Promise<{ readonly url: string; close(): void }>;
