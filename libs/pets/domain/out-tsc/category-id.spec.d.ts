export {};
//# sourceMappingURL=category-id.spec.d.ts.map