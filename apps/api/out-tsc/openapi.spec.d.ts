export {};
//# sourceMappingURL=openapi.spec.d.ts.map