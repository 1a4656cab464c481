export { type EvaluatedFlow, type Evaluation, type EvaluationFacts, evaluateFlows, type NodeState } from './evaluate.js'
export { createEvaluator, type Evaluator, type EvaluatorOptions, type FlowSource } from './evaluator.js'
