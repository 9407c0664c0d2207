export {};
//# sourceMappingURL=require-primary.integration.spec.d.ts.map