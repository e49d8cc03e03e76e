import { iso, type Millis } from '../domain/base/time.ts';

/** A memory that was loaded. */
export interface LoadedMemory {
  readonly id: string;
  /** Null if not counted. */
  readonly tokenCount: number | null;
  readonly compressionLevel: number;
  readonly loadCount: number;
  readonly loadedAt: string;
}

/** The memories that were loaded in this process, each with what is known of it. */
export class LoadedMemoryTracker {
  readonly #loaded = new Map<string, LoadedMemory>();
  readonly #now: () => Millis;

  constructor({ now = Date.now }: { readonly now?: () => Millis } = {}) {
    this.#now = now;
  }

  /** A memory was loaded, for the first time or again. */
  track(
    memoryId: string,
    details: { readonly tokenCount?: number; readonly compressionLevel?: number } = {},
  ): LoadedMemory {
    const { tokenCount = null, compressionLevel = 0 } = details;
    const loadCount = (this.#loaded.get(memoryId)?.loadCount ?? 0) + 1;
    const memory = {
      id: memoryId,
      tokenCount,
      compressionLevel,
      loadCount,
      loadedAt: iso(this.#now()),
    };
    this.#loaded.set(memoryId, memory);
    return memory;
  }

  /** Whether it was loaded. */
  isLoaded(memoryId: string): boolean {
    return this.#loaded.has(memoryId);
  }

  /** A loaded memory; null if it was not loaded. */
  get(memoryId: string): LoadedMemory | null {
    return this.#loaded.get(memoryId) ?? null;
  }

  /** All that were loaded, in their order. */
  all(): LoadedMemory[] {
    return [...this.#loaded.values()];
  }
}
