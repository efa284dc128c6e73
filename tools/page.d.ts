// What the type checker must know about the page besides its JSDoc: what the build adds.

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
