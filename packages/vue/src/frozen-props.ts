import { getCurrentInstance, isProxy, isRef, watch } from 'vue'

declare const process: { env: { NODE_ENV?: string } }

/**
 * Warns in development if an argument is the value of a prop, as in `useFlow({ id: props.id })`, and the prop changes later. The query
 * doesn't follow the prop then.
 */
export function warnAboutFrozenProps(args: unknown): void {
  if (process.env.NODE_ENV === 'production') return
  const props = getCurrentInstance()?.props
  if (!props || !args || typeof args !== 'object' || isRef(args) || isProxy(args)) return
  for (const [name, value] of Object.entries(args)) {
    const prop = typeof value === 'string' && Object.keys(props).find(key => props[key] === value)
    if (!prop) continue
    const stop = watch(
      () => props[prop],
      () => {
        stop()
        console.warn(
          `flow-query: The prop ${prop} has changed, but the argument ${name} has not. Pass a getter: { ${name}: () => props.${prop} }`,
        )
      },
    )
  }
}
