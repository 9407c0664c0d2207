export {};
//# sourceMappingURL=execute-batch.spec.d.ts.map