import { parser } from '@prometheus-io/lezer-promql';

/** What an expression of PromQL reads. */
export interface Reading {
  readonly selectors: readonly Selector[];
  /** Labels that something is grouped or matched by, each with the metrics this is done to. */
  readonly groupings: readonly { readonly label: string; readonly metrics: readonly string[] }[];
}

interface Selector {
  readonly metric: string;
  /** What it asks of labels, as `status=~"5.."`. */
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/**
 * Reads an expression by Prometheus' own grammar.
 * @throws Error where it does not hold to that
 */
export function readPromQl(expression: string): Reading {
  const { topNode } = parser.parse(expression);
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  const faults = within(topNode, ({ type }) => type.isError);
  if (faults.length > 0) throw new Error(`no PromQL, from ${faults[0]?.from} on: ${expression}`);
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
      // The modifier stands in what it modifies: an aggregation, or an operation on two vectors.
      const metrics = named('Identifier', node.parent!.parent!).map(text);
      return named('LabelName', node).map((label) => ({ label: text(label), metrics }));
    }),
  };
}

function named(name: string, node: SyntaxNode): SyntaxNode[] {
  return within(node, (inner) => inner.name === name);
}

function within(node: SyntaxNode, isWanted: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate(({ node: inner }) => {
    if (isWanted(inner)) found.push(inner);
  });
  return found;
}
