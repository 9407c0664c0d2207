import { pageSchema } from '@petstore/openapi/document/api-paging.decorator';
import type { DocumentPart } from '@petstore/openapi/document/document-part';

/** The tag, texts and schemas that the context store adds to the OpenAPI document. Decorators add its operations. */
export const storeDocumentPart: DocumentPart = {
  tags: [{ name: 'store', description: 'Orders for animals (beta).' }],
  sections: [
    `## Orders (beta)

An order reserves an animal, so that two adopters never get the same one. \`POST /store/orders\` makes an \`available\` animal
\`pending\`. Then the order is completed (\`sold\`) or cancelled (\`available\`). A completed order can be returned (\`available\`).
A transition whose target status the order has already returns 200 with the order.`,
  ],
  closingSections: [],
  schemas: { Orders: pageSchema('Order', 'Orders, in ascending order of id.') },
  headers: {},
  links: {
    placeOrder: {
      getOrder: linkToOrder('getOrder'),
      completeOrder: linkToOrder('completeOrder'),
      cancelOrder: linkToOrder('cancelOrder'),
      returnOrder: linkToOrder('returnOrder'),
    },
  },
};

function linkToOrder(operationId: string) {
  return {
    description: `The \`id\` of the placed order is the \`orderId\` of ${operationId}.`,
    parameters: { orderId: '$response.body#/id' },
  };
}
