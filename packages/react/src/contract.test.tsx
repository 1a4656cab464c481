import { contract } from '@flow-query/contract'
import { framework } from '../test/framework.js'

contract(framework)
