// Checks of arguments and responses, for packages that send other queries.

export { checkedArguments, checkHeight, isBech32, toBech32 } from '../arguments.js'
export {
  type Body,
  BodyProblem,
  child,
  childOrDefaults,
  childOrNull,
  coin,
  coins,
  decode,
  integer,
  invalidField,
  isRecord,
  isTooDeep,
  list,
  lookUp,
  mapAll,
  message,
  messages,
  number,
  parseExactJson,
  parseJson,
  type ResponseBody,
  record,
  requiredList,
  requiredString,
  string,
  stringOrNull,
  time,
  uint64,
} from '../decode.js'
export { invalidArgument } from '../errors.js'
export { agentConfig, conditions, configuration } from '../versions/mappers.js'
