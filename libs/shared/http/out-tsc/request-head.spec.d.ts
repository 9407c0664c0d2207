export {};
//# sourceMappingURL=request-head.spec.d.ts.map