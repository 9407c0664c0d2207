import { parser } from '@prometheus-io/lezer-promql';

/** The metrics and labels that a PromQL expression uses. */
export interface PromQlReading {
  readonly selectors: readonly Selector[];
  /** Labels by which metrics are grouped or matched. */
  readonly groupings: readonly { readonly label: string; readonly metrics: readonly string[] }[];
}

interface Selector {
  readonly metric: string;
  /** Conditions on labels, such as `status=~"5.."`. */
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/**
 * Parses an expression with Prometheus' own grammar.
 * @throws Error if the expression is not PromQL
 */
export function parsePromQl(expression: string): PromQlReading {
  const { topNode } = parser.parse(expression);
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  const errors = descendants(topNode, ({ type }) => type.isError);
  if (errors.length > 0) throw new Error(`no PromQL, from ${errors[0]?.from} on: ${expression}`);
  return {
    selectors: named('VectorSelector', topNode).map((node) => ({
      metric: named('Identifier', node).map(text).join(),
      matchers: named('UnquotedLabelMatcher', node).map((matcher) => ({
        label: text(matcher.getChild('LabelName')!),
        operator: text(matcher.getChild('MatchOp')!),
        value: text(matcher.getChild('StringLiteral')!).slice(1, -1),
      })),
    })),
    groupings: named('GroupingLabels', topNode).flatMap((node) => {
      // The grandparent of the labels is the aggregation or the binary operation to which the modifier belongs.
      const metrics = named('Identifier', node.parent!.parent!).map(text);
      return named('LabelName', node).map((label) => ({ label: text(label), metrics }));
    }),
  };
}

function named(name: string, node: SyntaxNode): SyntaxNode[] {
  return descendants(node, (inner) => inner.name === name);
}

function descendants(node: SyntaxNode, isWanted: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate(({ node: inner }) => {
    if (isWanted(inner)) found.push(inner);
  });
  return found;
}
