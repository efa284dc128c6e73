// What the type checker must know about the page besides its JSDoc: which of our own events listeners
// receive.
interface EventTarget {
  addEventListener(kind: string, listener: (event: any) => any, options?: boolean | AddEventListenerOptions): void;
}
