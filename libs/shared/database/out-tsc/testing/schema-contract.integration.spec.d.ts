export {};
//# sourceMappingURL=schema-contract.integration.spec.d.ts.map