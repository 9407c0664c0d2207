export {};
//# sourceMappingURL=table-ownership.integration.spec.d.ts.map