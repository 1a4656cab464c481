/** The top and bottom edge of an element in the window below the header, in pixels, including its scroll margin. */
export interface Place {
  top: number
  bottom: number
}

/**
 * Returns the shortest distance by which a window of `height` pixels must scroll to show an element. A negative distance means
 * that it must scroll up. The distance is 0 if the element is in view or fills the window.
 */
export function scrollDistance({ top, bottom }: Place, height: number): number {
  if ((top >= 0 && bottom <= height) || (top <= 0 && bottom >= height)) return 0
  const toTop = top
  const toBottom = bottom - height
  return Math.abs(toTop) < Math.abs(toBottom) ? toTop : toBottom
}

/**
 * Scrolls the window until `element` and its `scroll-margin` are in view below the header.
 *
 * `element.scrollIntoView()` would also change which element the Tab key focuses next, so the first Tab on a page would skip
 * the header.
 */
export function scrollToShow(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element)
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const place = {
    top: top - header - Number.parseFloat(scrollMarginTop),
    bottom: bottom - header + Number.parseFloat(scrollMarginBottom),
  }
  scrollBy(0, scrollDistance(place, innerHeight - header))
}
