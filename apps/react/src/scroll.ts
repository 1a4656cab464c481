import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where each entry of the browser's history was scrolled to, by its key. */
const places = new Map<string, number>()

/** Begins a new page at its top, and a page that somebody returns to where they left it. */
export function useScrollPlace(): void {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (isReturn) scrollTo(0, places.get(key) ?? scrollY)
    else if (shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
    const keep = () => places.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key, pathname, isReturn])
}
