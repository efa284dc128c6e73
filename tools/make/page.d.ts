// What the type checker must know about the page besides its JSDoc: what the build adds.

declare module "*/version.js" {
  export const VERSION: string;
}

declare module "node:fs/promises" {
  export function readFile(place: URL): Promise<BufferSource>;
}

// Of the service worker. The browser's own types of it are in a library that excludes those of the page.
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", hear: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(
    kind: "fetch",
    hear: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}
declare const VERSION: string;
/** The digests of the files, by their names. */
declare const FILES: Record<string, string>;
declare const LASTING: RegExp;
