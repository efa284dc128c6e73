/** How the window divides. */

/** Whether the panel stands below the board and not beside it. The style sheets ask the same. */
export const panelBelow = window.matchMedia('(max-width: 900px), (max-height: 500px) and (min-width: 560px)');
