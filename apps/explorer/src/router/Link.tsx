import type { AnchorHTMLAttributes } from 'react'
import { type To, useLink, useLocation } from './router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  /** Whether the target replaces the current entry of the browser's history. */
  replace?: boolean
}

export function Link({ to, replace = false, onClick, ...props }: LinkProps) {
  const link = useLink(to, replace)
  return (
    <a
      {...props}
      href={link.href}
      onClick={event => {
        onClick?.(event)
        link.onClick(event)
      }}
    />
  )
}

/** A link in a list of pages. It is marked while one of the section's pages is open. */
export function NavLink({ to, ...props }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const [section = ''] = to.split('?')
  const isOpen = pathname === section || (section !== '/' && pathname.startsWith(`${section}/`))
  return <Link {...props} to={to} aria-current={isOpen ? 'page' : undefined} />
}
