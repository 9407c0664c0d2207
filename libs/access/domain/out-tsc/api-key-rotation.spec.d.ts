export {};
//# sourceMappingURL=api-key-rotation.spec.d.ts.map