// What the type checker must know about the page besides its JSDoc: which of our own events listeners
// receive, and what the build adds.
interface EventTarget {
  addEventListener(kind: string, listener: (event: any) => any, options?: boolean | AddEventListenerOptions): void;
}

declare module "*/version.js" {
  export const VERSION: string;
}

declare module "*/sentences.js" {
  const catalogue: { sentences: Record<string, any>; joins: Record<string, [string, string]> };
  export default catalogue;
}

declare module "node:fs/promises" {
  export function readFile(place: URL): Promise<BufferSource>;
}

// Of the service worker.
declare const VERSION: string;
declare const FILES: string[];
declare const LASTING: RegExp;
