import { isRecord } from '../../json.js'
import { type ApiRelease, described, type Kind, ref, type Schema } from './kinds.js'
import { nested } from './size.js'

/** A property of the chain's state and its field in the API. A property has several lines if its field differs between releases. */
type Line<Name, Value> = readonly [property: Name, kind: Kind<Value>, text?: string, differences?: Differences]

interface Differences {
  /** The field's name, if it isn't the property in snake_case. */
  name?: string
  /** The field's name in `v1beta1`. */
  v1beta1?: string
  /** The field's name in releases whose params have Go names. */
  goParams?: string
  /** Whether a release has the field. All releases have it by default. */
  only?: (release: ApiRelease) => boolean
}

interface Title {
  name: string
  text: string
}

interface Field<State> {
  name: string
  property: keyof State
  kind: Kind<State[keyof State]>
  text: string
}

/** A protobuf message of the node's API. `State` is the type of its content in the chain's state. */
export class Message<State> implements Kind<State> {
  readonly #title: Title
  readonly #titleInV1beta1: Title
  readonly #lines: readonly Line<keyof State, State[keyof State]>[]
  /** The names that each line can have in JSON. */
  readonly #names: readonly string[][]
  readonly #fields = new WeakMap<ApiRelease, Field<State>[]>()

  /** The order of the lines is the order in which nodes print the fields. */
  constructor(
    name: string,
    text: string,
    lines: readonly { [Name in keyof State]-?: Line<Name, State[Name]> }[keyof State][],
    titleInV1beta1: Title = { name, text },
  ) {
    this.#title = { name, text }
    this.#titleInV1beta1 = titleInV1beta1
    this.#lines = lines
    this.#names = lines.map(([property, , , differences]) => namesOf(property, differences))
  }

  empty(): State {
    return this.read({})
  }

  print(state: State, release: ApiRelease): object {
    const printed: Record<string, unknown> = {}
    for (const { name, property, kind } of this.#fieldsOf(release)) printed[name] = kind.print(state[property], release)
    return printed
  }

  /** Reads a message of any release. Its names can be in snake_case or camelCase. */
  read(json: unknown): State {
    const body = isRecord(json) ? json : {}
    const state: Partial<State> = {}
    for (const [index, [property, kind]] of this.#lines.entries()) {
      const name = this.#names[index]?.find(name => body[name] !== undefined && body[name] !== null)
      if (name !== undefined) state[property] = kind.read(body[name])
      else if (!(property in state)) state[property] = kind.empty()
    }
    return state as State
  }

  /** The size of the message as a field of another message. */
  size(state: State, release: ApiRelease): number {
    return nested(this.contentSize(state, release))
  }

  contentSize(state: State, release: ApiRelease): number {
    return this.#fieldsOf(release).reduce((size, { property, kind }) => size + kind.size(state[property], release), 0)
  }

  /** The schema of a field with this message. */
  schema(release: ApiRelease): Schema {
    return ref(this.#titleIn(release).name)
  }

  component(release: ApiRelease): [name: string, schema: Schema] {
    const { name, text } = this.#titleIn(release)
    const properties = Object.fromEntries(
      this.#fieldsOf(release).map(({ name, kind, text }) => [name, described(kind, release, text)]),
    )
    // Nodes always print all fields.
    const required = Object.keys(properties)
    return [name, { type: 'object', description: text, properties, required, additionalProperties: false }]
  }

  #titleIn({ version }: ApiRelease): Title {
    return version === 'v1' ? this.#title : this.#titleInV1beta1
  }

  #fieldsOf(release: ApiRelease): Field<State>[] {
    const known = this.#fields.get(release)
    if (known) return known
    const fields = this.#lines.flatMap(([property, kind, text = '', differences = {}]): Field<State>[] => {
      const { only = () => true } = differences
      return only(release) ? [{ name: nameIn(release, property, differences), property, kind, text }] : []
    })
    this.#fields.set(release, fields)
    return fields
  }
}

function nameIn({ version, goParams }: ApiRelease, property: PropertyKey, names: Differences): string {
  const name = names.name ?? snakeCase(String(property))
  if (goParams && names.goParams) return names.goParams
  return version === 'v1beta1' ? (names.v1beta1 ?? name) : name
}

function namesOf(property: PropertyKey, { name, v1beta1, goParams }: Differences = {}): string[] {
  const names = [name ?? snakeCase(String(property)), v1beta1, goParams].filter(name => name !== undefined)
  return names.flatMap(name => [name, camelCase(name)])
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
