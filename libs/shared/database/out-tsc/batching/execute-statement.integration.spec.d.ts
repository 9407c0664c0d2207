export {};
//# sourceMappingURL=execute-statement.integration.spec.d.ts.map