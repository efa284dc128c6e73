// What the type checker has to know of the page besides its JSDoc: listeners know which of our own events they hear.
interface EventTarget {
  addEventListener(kind: string, listener: (event: any) => any, options?: boolean | AddEventListenerOptions): void;
}
