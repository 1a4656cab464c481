import { type ComponentType, lazy } from 'react'

/** The code of a part of the explorer can't be loaded, because the visitor is offline, or because the explorer was updated. */
export class LoadError extends Error {}

/** Returns a component whose code is loaded when it is first rendered. It throws a {@link LoadError} if this fails. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(cause => {
      throw new LoadError(String(cause), { cause })
    }),
  )
}
