export {};
//# sourceMappingURL=batching.integration.spec.d.ts.map