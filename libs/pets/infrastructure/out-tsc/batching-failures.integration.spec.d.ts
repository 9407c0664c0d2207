export {};
//# sourceMappingURL=batching-failures.integration.spec.d.ts.map