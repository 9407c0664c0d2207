export {};
//# sourceMappingURL=deadline.spec.d.ts.map